/** One line for the person at the terminal. */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** A reason to stop that needs no stack trace: the person can act on the sentence alone. */
export class Refusal extends Error {}
