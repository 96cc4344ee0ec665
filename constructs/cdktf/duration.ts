/** A length of time, for properties such as an invite's `ttl`. */
export class Duration {
  /** Returns a duration of a number of seconds. Throws an Error unless it is a positive whole number. */
  static seconds(amount: number): Duration {
    return Duration.of(amount, 1, "seconds");
  }

  /** Returns a duration of a number of minutes. Throws the same errors as {@link seconds}. */
  static minutes(amount: number): Duration {
    return Duration.of(amount, 60, "minutes");
  }

  /** Returns a duration of a number of hours. Throws the same errors as {@link seconds}. */
  static hours(amount: number): Duration {
    return Duration.of(amount, 3600, "hours");
  }

  /** Returns a duration of a number of days of 24 hours. Throws the same errors as {@link seconds}. */
  static days(amount: number): Duration {
    return Duration.of(amount, 86_400, "days");
  }

  private static of(amount: number, seconds: number, unit: string): Duration {
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new Error(`Duration.${unit} requires a positive whole number; got ${String(amount)}`);
    return new Duration(amount * seconds);
  }

  private constructor(
    /** The length in seconds. */
    readonly inSeconds: number,
  ) {}

  /** Returns the duration as the platform writes it, such as `3600s`. */
  toString(): string {
    return `${this.inSeconds}s`;
  }
}
