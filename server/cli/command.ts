import type { ParseArgsConfig } from 'node:util'
import { type Config, readConfig } from '../config.ts'

export const exitCodes = { ok: 0, failure: 1, usage: 2, config: 78 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Input and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  /** Prints a result to standard output. */
  print(text: string): void
  /** Prints a warning or refusal to standard error. */
  complain(text: string): void
}

export type OptionValues = Record<string, string | boolean | undefined>

export interface Invocation extends Terminal {
  /** Reads the settings from the environment without creating any keys. @throws ConfigError */
  config(): Config
  positionals: string[]
  options: OptionValues
}

export interface Command {
  /** Arguments after the command name, as shown in the help. */
  usage: string
  summary: string
  options?: ParseArgsConfig['options']
  /** Minimum and maximum number of arguments. */
  positionals?: [number, number]
  run(invocation: Invocation): Promise<ExitCode>
}

/** Failure of a command, with a message for the operator. */
export class CommandFailed extends Error {}

/** Invalid arguments on the command line. */
export class UsageError extends Error {}

export function invocation(terminal: Terminal, positionals: string[], options: OptionValues): Invocation {
  return { ...terminal, positionals, options, config: () => readConfig(terminal.env, { makeKeys: false }) }
}
