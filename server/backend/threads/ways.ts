/** Ways from work in a thread to the thread that began it. */
export interface Ways<Step, Answer = undefined> {
  onProgress(done: number, total: number | null): void
  /** Hands something over, and waits until the other side has dealt with it. @returns its answer */
  step(step: Step): Promise<Answer>
}

/** Needed by every task, wherever its work is done. */
export interface TaskPlace {
  dataDir: string
}
