/** Channels from work in a thread back to the thread that started it. */
export interface Ways<Step, Answer = undefined> {
  onProgress(done: number, total: number | null): void
  /** Sends a step and waits until the receiver has handled it. @returns the answer of the receiver */
  step(step: Step): Promise<Answer>
}

/** Fields common to the tasks of all threads. */
export interface TaskPlace {
  dataDir: string
}
