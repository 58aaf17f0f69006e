import { readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { removeUntouched } from './lib/untouched.ts'

const ownFolder = /^isobath-[A-Za-z0-9]{6}$/
/** Minimum age in milliseconds of a deleted folder. A younger folder may belong to a process that is about to listen. */
const youngMs = 60_000

/** Deletes the temporary folders of this user's killed processes. Such a folder is empty, or contains a socket on which no process listens. */
export async function removeDeadSockets(temporary: string, socketName: string): Promise<void> {
  for (const name of (await readdir(temporary).catch(() => [])).filter(name => ownFolder.test(name))) {
    const folder = join(temporary, name)
    const facts = await stat(folder).catch(() => null)
    if (!facts?.isDirectory() || facts.uid !== process.getuid?.() || Date.now() - facts.mtimeMs < youngMs) continue
    const entries = await readdir(folder).catch(() => null)
    if (entries?.length === 0) await removeUntouched(temporary, other => other === name)
    else if (entries?.join() === socketName && (await isDead(join(folder, socketName)))) await rm(folder, { recursive: true, force: true })
  }
}

function isDead(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}
