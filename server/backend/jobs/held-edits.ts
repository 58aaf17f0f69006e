import type { EditProject } from '../projects/edit-project.ts'
import type { JobContext } from './queue.ts'

/** Edits a project only while this try still holds its job. */
export const heldEdits =
  (editProject: EditProject, hold: JobContext['hold']): EditProject =>
  (project, work) =>
    editProject(project, async edit => {
      await hold(edit.transaction)
      return work(edit)
    })
