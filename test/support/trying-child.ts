import { existsSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { answerTasks } from '../../server/backend/children/answer-tasks.ts'

export type TryingTasks = typeof tasks

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Tasks that misbehave in every way, for the tests of child processes. */
const tasks = {
  echo: async (input: unknown) => input,
  environment: async () => ({ names: Object.keys(process.env), niceness: getPriority(), folder: process.cwd(), pid: process.pid }),
  refuse: async () => {
    throw Object.assign(new Error('no such picture'), { code: 'NO_PICTURE', statusCode: 415 })
  },
  hang: () => pause(2 ** 30),
  /** Hangs in its first process, which leaves a file, and answers in the next one. */
  hangOnce: async (mark: string) => {
    if (existsSync(mark)) return 'answered'
    writeFileSync(mark, '')
    return pause(2 ** 30)
  },
  /** Works now and then, as on a slow disk. */
  slow: async () => {
    for (let turn = 0; turn < 8; turn++) {
      await pause(400)
      for (const end = process.cpuUsage().user + 40_000; process.cpuUsage().user < end; ); // not by the clock, which goes on while others work
    }
    return 'done'
  },
  spin: async () => {
    for (;;);
  },
  hoard: async () => {
    for (const all: Buffer[] = []; ; await pause(5)) all.push(Buffer.alloc(20_000_000, 1))
  },
  die: async () => process.kill(process.pid, 'SIGKILL')
}

answerTasks(tasks)
