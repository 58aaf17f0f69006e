import { formatCount } from '../../../ui/format.ts'

// Separate constants, so that the build can inline them: these texts are part of the first load of Annotate.

export const notSaved = (count: number) => `${formatCount(count, 'edit', 'edits')} could not be saved`
export const notKept = (count: number) => ` This browser could not store ${formatCount(count, 'edit', 'edits')}`
export const leaveOpen = (reason: string) => `${reason}. Leave this tab open until all edits are sent.`
export const offline = (waiting: number) => `Offline, ${waiting} waiting`
export const saving = (waiting: number) => `Saving ${waiting}`
export const counting = 'Counting unsent edits'
export const saved = 'Saved'
