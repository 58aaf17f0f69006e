import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { LoggedHead } from '../gateway/audit-heads.ts'
import { verifyAudit } from '../gateway/audit-verify.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'

export const verifyAuditLog: Command = {
  usage: '[--head HASH] [FILE]',
  summary: 'Verify the hash chain of the audit log and report the first bad record',
  options: { head: { type: 'string' } },
  positionals: [0, 1],
  async run({ config, positionals: [file], options, print, complain }) {
    const path = file ? resolve(file) : auditPath(config().dataDir)
    if (!existsSync(path)) throw new CommandFailed(`No audit log found at ${path}`)
    const { recordCount, head, bad, torn, lost, lastLogged, hasHash } = await verifyAudit(path, options.head as string | undefined)
    if (bad) {
      complain(`Line ${bad.line} of ${bad.file} ${bad.reason}. Valid records before it: ${recordCount}.`)
      return exitCodes.failure
    }
    print(`${recordCount} ${recordCount === 1 ? 'record' : 'records'}; the chain is complete. Head: ${head}`)
    if (torn) print('A crash cut off the last record before it was acknowledged. The next start removes it.')
    if (lost) complain(lossOf(lost, recordCount))
    if (!hasHash) complain(`No record has the hash ${options.head}: the end of the log was cut off, or the log was rewritten.`)
    if (lost || !hasHash) return exitCodes.failure
    print(
      lastLogged
        ? `Record ${lastLogged.seq} is the last one confirmed elsewhere, on ${lastLogged.time} in ${lastLogged.file}: nothing before it was cut off.`
        : 'No other file confirms the head. Compare it with a copy of your own (--head HASH); otherwise a truncated log goes undetected.'
    )
    return exitCodes.ok
  }
}

const auditPath = (dataDir: string) => join(dataDir, 'logs', 'audit.log')

const lossOf = ({ seq, time, file }: LoggedHead, recordCount: number) =>
  seq > recordCount
    ? `The log ends with record ${recordCount}, but ${file} has record ${seq} from ${time}: the end of the log was cut off.`
    : `Record ${seq} differs from the one in ${file} from ${time}: the log was rewritten.`

/** Checks the audit log for `doctor`. @returns its fault, or null */
export async function auditFault(dataDir: string): Promise<string | null> {
  const path = auditPath(dataDir)
  if (!existsSync(dirname(path))) return null
  const { bad, lost, recordCount } = await verifyAudit(path)
  if (lost) return lossOf(lost, recordCount)
  return bad && `line ${bad.line} of ${bad.file} ${bad.reason}`
}
