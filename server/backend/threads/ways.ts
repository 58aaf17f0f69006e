/** Channels from work in a thread to the thread that started it. */
export interface Ways<Step, Answer = undefined> {
  onProgress(done: number, total: number | null): void
  /** Sends a step and waits until the other side has handled it. @returns its answer */
  step(step: Step): Promise<Answer>
}

/** Common to every task, in any thread. */
export interface TaskPlace {
  dataDir: string
}
