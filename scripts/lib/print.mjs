/** Prints one line to the terminal. */
export function print(line) {
  process.stdout.write(`${line}\n`)
}

/** Error that ends a script without a stack trace. Its message is enough to act on. */
export class Refusal extends Error {}
