import { readdirSync, readFileSync } from 'node:fs'

/**
 * Watches a working process for a standstill: no processor time, and no thread that waits for a disk. libvips can wait for itself
 * (lovell/sharp#4486). Works on Linux only; elsewhere, the time limit of a task ends it.
 * @returns a function that a timer calls, and that returns true once the process has stood still for as long as given
 */
export function stallWatch(pid: number | undefined, seconds: number): () => boolean {
  let ticks = -1
  let since = performance.now()
  return () => {
    const now = processorTicks(pid)
    if (now === null) return false
    if (now !== ticks) {
      ticks = now
      since = performance.now()
    }
    if (performance.now() - since < seconds * 1000) return false
    if (!waitsForDisk(pid)) return true
    since = performance.now()
    return false
  }
}

/** Reads the processor time of all threads in clock ticks. Source: Linux `/proc/<pid>/stat`, fields 14 and 15. Null on other systems. */
function processorTicks(pid: number | undefined): number | null {
  const fields = statFields(`/proc/${pid}/stat`)
  return fields === null ? null : Number(fields[11]) + Number(fields[12])
}

/** True if a thread is in uninterruptible sleep. */
function waitsForDisk(pid: number | undefined): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).some(thread => statFields(`/proc/${pid}/task/${thread}/stat`)?.[0] === 'D')
  } catch {
    return false
  }
}

/** Reads the fields of a `stat` file from the third on. The second is the name of the program in brackets, which may have spaces. */
function statFields(path: string): string[] | null {
  try {
    const stat = readFileSync(path, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
