import type { ReviewState } from '../../../shared/contracts/annotations.ts'

// Names of edits for undo and redo. Separate constants, so that the build can inline them: they are part of the first load of Annotate.

export const reviewed = { confirmed: 'Confirm', rejected: 'Reject', disputed: 'Dispute', proposed: 'Reopen review' } satisfies Record<
  ReviewState,
  string
>
export const remove = (count: number) => (count > 1 ? `Remove ${count}` : 'Remove')
export const removeNewest = 'Remove the newest'
export const duplicate = 'Duplicate'
export const label = (count: number, label: string) => (count > 1 ? `Relabel ${count} as ${label}` : `Label ${label}`)
export const unnamedLabel = 'label'
export const draw = (shape: string) => `Draw ${shape}`
