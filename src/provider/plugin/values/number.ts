/**
 * Terraform's numbers, which have 512 bits of precision. Each is held in the simplest JavaScript form that is lossless.
 * A `number` represents the decimal value it prints as, not its exact binary value.
 */

/** A number that neither `number` nor `bigint` can hold. `text` is canonical, so equal numbers have equal texts. */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Numeric = number | bigint | Decimal;

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Decimal;
}

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * Parses a decimal number, with or without an exponent.
 * @throws SyntaxError if the text is not a number.
 */
export function parseNumeric(text: string): Numeric {
  const parts = decimalPattern.exec(text);
  // Limit the exponent: a huge one would fill the memory with zeros.
  if (!parts || (parts[2] || parts[3] || "") === "" || Math.abs(Number(parts[4] ?? 0)) > 10_000)
    throw new SyntaxError("not a number");
  return simplest(toPlainText(new Decimal(text)));
}

/** Returns the exact value of a binary floating-point number. */
export function fromFloat(value: number): Numeric {
  if (!Number.isFinite(value)) return value;
  if (Number.isInteger(value)) return fromInteger(BigInt(value));
  let [scaled, places] = [value, 0];
  for (; !Number.isInteger(scaled); places++) scaled *= 2;
  // value = scaled / 2^places = scaled * 5^places / 10^places
  return parseNumeric(`${BigInt(scaled) * 5n ** BigInt(places)}e-${places}`);
}

export function fromInteger(value: bigint): Numeric {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * Inserts the decimal point after `point` digits, which may be negative or exceed the length, and removes insignificant
 * zeros.
 */
function placePoint(digits: string, point: number): string {
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, "0").replace(/^0+/, "");
  const fraction = (point < 0 ? "0".repeat(-point) + digits : digits.slice(point)).replace(/0+$/, "");
  return (whole || "0") + (fraction && `.${fraction}`);
}

function simplest(text: string): Numeric {
  if (!text.includes(".")) return fromInteger(BigInt(text));
  const number = Number(text);
  return toPlainText(number) === text ? number : new Decimal(text);
}

/** Formats a number with all its digits, without an exponent or superfluous zeros. */
export function toPlainText(value: Numeric): string {
  const parts = decimalPattern.exec(String(value));
  if (!parts) return String(value); // NaN and the infinities
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const plain = placePoint(whole + fraction, whole.length + Number(exponent));
  return sign === "-" && plain !== "0" ? `-${plain}` : plain;
}
