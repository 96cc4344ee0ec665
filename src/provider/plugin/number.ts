/**
 * Terraform's numbers have 512 bits. Each is held in the plainest JavaScript form that loses nothing: a `number`
 * stands for the decimal that it prints as, which is what people write, not for its binary fraction.
 */

/** A number that neither `number` nor `bigint` can hold; `text` is canonical, so equal numbers have equal texts. */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Numeric = number | bigint | Decimal;

const shape = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * Reads a decimal, with or without an exponent.
 * @throws SyntaxError if the text is not a number.
 */
export function parseNumeric(text: string): Numeric {
  const parts = shape.exec(text);
  const whole = parts?.[2] ?? "";
  const fraction = parts?.[3] ?? "";
  if (!parts || whole + fraction === "") throw new SyntaxError(`not a number: ${text.slice(0, 40)}`);
  const exponent = Number(parts[4] ?? 0);
  if (Math.abs(exponent) > 10_000) throw new SyntaxError(`exponent out of range: ${text.slice(0, 40)}`);
  const plain = position(whole + fraction, whole.length + exponent);
  const signed = parts[1] === "-" && plain !== "0" ? `-${plain}` : plain;
  return plainest(signed);
}

/** The exact value of a binary floating-point number. */
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

/** Digits with the decimal point after the first `point` of them (which may lie outside), without superfluous zeros. */
function position(digits: string, point: number): string {
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, "0").replace(/^0+/, "");
  const fraction = (point < 0 ? "0".repeat(-point) + digits : digits.slice(point)).replace(/0+$/, "");
  return (whole || "0") + (fraction && `.${fraction}`);
}

function plainest(text: string): Numeric {
  if (!text.includes(".")) return fromInteger(BigInt(text));
  const number = Number(text);
  return plainText(number) === text ? number : new Decimal(text);
}

/** The digits that a number prints as, never with an exponent. */
function plainText(value: number): string {
  const [mantissa = "", exponent] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return (value < 0 ? "-" : "") + position(whole + fraction, whole.length + Number(exponent ?? 0));
}
