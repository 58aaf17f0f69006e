import type { CopySource } from './queries.ts'

/** Source of labels to import. */
export type Source = { kind: 'file'; name: string; file: File } | ({ kind: 'project'; name: string } & CopySource)
