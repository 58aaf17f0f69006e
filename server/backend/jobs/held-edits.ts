import type { EditProject } from '../projects/edit-project.ts'
import type { JobContext } from './queue.ts'

/** Edits of a project that count only while this try has its job. */
export const heldEdits =
  (editProject: EditProject, hold: JobContext['hold']): EditProject =>
  (project, work) =>
    editProject(project, async edit => {
      await hold(edit.transaction)
      return work(edit)
    })
