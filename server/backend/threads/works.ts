import type { Ways } from './ways.ts'

type Work<Task, Step, Answer, Result> = (task: Task, ways: Ways<Step, Answer>) => Promise<Result>

/** Kinds of work done in threads. Each thread loads only the code it runs. Tasks, steps, answers and results are copied between threads. */
export const works = {
  /** Writes an export file. */
  export: async () => (await import('../exchange/exports/export-work.ts')).exportWork,
  /** Reads an annotation file and checks it against a project. */
  check: async () => (await import('../exchange/imports/check-work.ts')).checkWork,
  /** Reads a navigation file into blocks. */
  track: async () => (await import('../navigation/track-work.ts')).trackWork,
  /** Reads a list of labels and merges it into a catalog. */
  labels: async () => (await import('../taxonomy/import/labels-work.ts')).labelsWork,
  /** Reads a file with sites. */
  sites: async () => (await import('../sites/import/sites-work.ts')).sitesWork,
  /** Reads an image metadata table and finds the image for each row. */
  table: async () => (await import('../media/table-work.ts')).tableWork
}

export type Kind = keyof typeof works
type WorkOf<K extends Kind> = Awaited<ReturnType<(typeof works)[K]>>

export type TaskOf<K extends Kind> = Parameters<WorkOf<K>>[0]
export type ResultOf<K extends Kind> = Awaited<ReturnType<WorkOf<K>>>
export type StepOf<K extends Kind> = WorkOf<K> extends Work<never, infer Step, never, unknown> ? Step : never
export type AnswerOf<K extends Kind> = WorkOf<K> extends (task: never, ways: Ways<never, infer Answer>) => unknown ? Answer : never
