/** Prints one line to the terminal. */
export function print(line) {
  process.stdout.write(`${line}\n`)
}

/** Reason to stop without a stack trace. Its sentence is enough to act on. */
export class Refusal extends Error {}
