import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { verifyAudit } from '../gateway/audit-verify.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'

export const verifyAuditLog: Command = {
  usage: '[FILE]',
  summary: 'Walk the hash chain of the audit log and name the first bad record',
  positionals: [0, 1],
  async run({ config, positionals: [file], say, complain }) {
    const path = file ? resolve(file) : auditPath(config().dataDir)
    if (!existsSync(path)) throw new CommandFailed(`There is no audit log at ${path}`)
    const { ok, recordCount, head, bad, torn } = await verifyAudit(path)
    if (!ok && bad) {
      complain(`Line ${bad.line} of ${bad.file} ${bad.reason}. The ${recordCount} records before it hold.`)
      return exitCodes.failure
    }
    say(`${recordCount} records, the chain is whole. Head: ${head}`)
    if (torn) say('The last record was cut by a crash before it was acknowledged; the next start removes it.')
    return exitCodes.ok
  }
}

const auditPath = (dataDir: string) => join(dataDir, 'logs', 'audit.log')

/** For `doctor`: null when nothing is wrong. */
export async function auditFault(dataDir: string): Promise<string | null> {
  const path = auditPath(dataDir)
  if (!existsSync(dirname(path))) return null
  const { bad } = await verifyAudit(path)
  return bad && `line ${bad.line} of ${bad.file} ${bad.reason}`
}
