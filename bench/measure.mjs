/**
 * Measures in rounds that run every subject once, so that varying load affects all alike. Reports medians and their
 * ratio to a reference subject of the same run.
 */

/**
 * Runs each subject once per round and returns medians.
 * @param {Record<string, () => Promise<number>>} subjects each returns one measurement, in milliseconds
 * @param {{ rounds: number, reference: string }} options reference is the subject that ratios refer to
 */
export async function compare(subjects, { rounds, reference }) {
  const taken = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (const measure of Object.values(subjects)) await measure(); // one uncounted run to warm the caches
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(subjects)) taken[name].push(await measure());
  }
  const base = median(taken[reference]);
  return Object.entries(taken).map(([name, times]) => ({
    name,
    median: median(times),
    min: Math.min(...times),
    ratio: median(times) / base,
  }));
}

export const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** Prints the rows that `compare` returns. */
export function report(title, rows) {
  console.log(`\n${title}`);
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, median: middle, min, ratio } of rows) {
    console.log(
      `  ${name.padEnd(width)}  median ${middle.toFixed(1).padStart(8)} ms  min ${min.toFixed(1).padStart(8)} ms  ${ratio.toFixed(2)} x`,
    );
  }
}
