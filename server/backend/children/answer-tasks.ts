import { writeFileSync } from 'node:fs'

// biome-ignore lint/suspicious/noExplicitAny: each task has its own input
export type Tasks = Record<string, (input: any) => Promise<unknown>>

export type Answer = { result: unknown } | { error: { message: string; code?: string; statusCode?: number } }

const memoryCheckMs = 100
const exitOfMemory = 77

/** Answers the tasks that `child.ts` sends, one at a time, in the child process. The process ends when its parent does. */
export function answerTasks(tasks: Tasks): void {
  process.on('message', async ({ task, input }: { task: string; input: unknown }) => {
    const answer = await answerOf(tasks[task], input)
    process.send?.(answer)
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000') // so that the kernel kills this process first when memory runs out
  } catch {
    const limit = Number(process.argv[2])
    setInterval(() => process.memoryUsage.rss() > limit && process.exit(exitOfMemory), memoryCheckMs).unref()
  }
}

async function answerOf(task: Tasks[string] | undefined, input: unknown): Promise<Answer> {
  try {
    if (!task) throw new Error('no such task')
    return { result: await task(input) }
  } catch (caught) {
    const { message, code, statusCode } = caught as Error & { code?: string; statusCode?: number }
    return { error: { message, ...(code && { code }), ...(statusCode && { statusCode }) } }
  }
}
