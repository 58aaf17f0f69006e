import type { ParseArgsConfig } from 'node:util'
import { type Config, readConfig } from '../config.ts'

export const exitCodes = { ok: 0, failure: 1, usage: 2, config: 78 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Input and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  /** Results, to standard output. */
  say(text: string): void
  /** Warnings and refusals, to standard error. */
  complain(text: string): void
}

export type OptionValues = Record<string, string | boolean | undefined>

export interface Invocation extends Terminal {
  /** Settings of the environment. Reading them creates no key. @throws ConfigError */
  config(): Config
  positionals: string[]
  options: OptionValues
}

export interface Command {
  /** Arguments as the help shows them, after the command's name. */
  usage: string
  summary: string
  options?: ParseArgsConfig['options']
  /** Least and most number of arguments. */
  positionals?: [number, number]
  run(invocation: Invocation): Promise<ExitCode>
}

/** Failure of a command. The message is for the operator. */
export class CommandFailed extends Error {}

/** A command line with wrong arguments. */
export class UsageError extends Error {}

export function invocation(terminal: Terminal, positionals: string[], options: OptionValues): Invocation {
  return { ...terminal, positionals, options, config: () => readConfig(terminal.env, { makeKeys: false }) }
}
