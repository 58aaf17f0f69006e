import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../server/cli/run.ts'
import { compileCache } from './compile-cache.ts'

const cli = fileURLToPath(new URL('../../server/cli.ts', import.meta.url))

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `isobath <args>` with these settings and no others, in this process. That is fast enough to test many command lines. */
export async function isobath(args: string[], settings: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' }
  outcome.code = await runCommand(args, {
    env: settings,
    print: text => {
      outcome.stdout += `${text}\n`
    },
    complain: text => {
      outcome.stderr += `${text}\n`
    }
  })
  return outcome
}

/** Runs `isobath <args>` as an operator does, in a separate process, with these settings and no others. */
export function isobathProcess(args: string[], settings: Record<string, string>): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH, HOME, NODE_NO_WARNINGS: '1', ...compileCache, ...settings } })
  const outcome: Outcome = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ ...outcome, code }))
  })
}
