import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { type Command, CommandFailed, type ExitCode, exitCodes, invocation, type Terminal, UsageError } from './command.ts'
import { commands } from './commands.ts'

/** Runs `isobath <arguments>`. @returns the exit code of the process */
export async function runCommand(args: string[], terminal: Terminal): Promise<ExitCode> {
  const [first] = args
  if (first === undefined || ['help', '--help', '-h'].includes(first)) {
    terminal.print(await help())
    return first === undefined ? exitCodes.usage : exitCodes.ok
  }
  const name = Object.keys(commands).find(name => name === args.slice(0, name.split(' ').length).join(' '))
  if (!name) {
    terminal.complain(`Unknown command "${args.slice(0, 2).join(' ')}".\n\n${await help()}`)
    return exitCodes.usage
  }
  try {
    const command = await commands[name]!()
    const rest = args.slice(name.split(' ').length)
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.print(`${usageOf(name, command)}\n\n${command.summary}`)
      return exitCodes.ok
    }
    const { positionals, values } = parsed(name, command, rest)
    return await command.run(invocation(terminal, positionals, values as Record<string, string | boolean | undefined>))
  } catch (error) {
    terminal.complain((error as Error).message)
    if (error instanceof UsageError) return exitCodes.usage
    if (error instanceof ConfigError || error instanceof StartRefused) return exitCodes.config
    if (!(error instanceof CommandFailed) && terminal.env.LOG_LEVEL === 'debug') terminal.complain((error as Error).stack ?? '')
    return exitCodes.failure
  }
}

function parsed(name: string, command: Command, args: string[]) {
  const [least, most] = command.positionals ?? [0, 0]
  try {
    const result = parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true })
    if (result.positionals.length < least || result.positionals.length > most) throw new Error('wrong number of arguments')
    return result
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usageOf(name, command)}`)
  }
}

const usageOf = (name: string, { usage }: Command) => `Usage: isobath ${[name, usage].filter(Boolean).join(' ')}`

async function help(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const command = await load()
      return `  ${[name, command.usage].filter(Boolean).join(' ').padEnd(46)} ${command.summary}`
    })
  )
  return [
    'Usage: isobath <command>',
    '',
    ...lines,
    '',
    'Settings come from the environment; README.md lists them.',
    'Exit codes: 0 success, 1 failure, 2 usage error, 78 invalid settings.'
  ].join('\n')
}
