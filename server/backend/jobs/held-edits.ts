import type { EditProject } from '../projects/edit-project.ts'
import type { JobContext } from './queue.ts'

/** Wraps an edit function so that a project is edited only while this try still holds its job. */
export const heldEdits =
  (editProject: EditProject, hold: JobContext['hold']): EditProject =>
  (project, work) =>
    editProject(project, async edit => {
      await hold(edit.transaction)
      return work(edit)
    })
