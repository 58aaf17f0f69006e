import { call } from '../../api/call.ts'
import type { ProjectTemplate } from './templates.ts'

/** Adds the labels and attribute fields of a template to a new project, one after the other. @returns whether all were added */
export async function addTemplateContent(projectId: string, { labels, attributes }: ProjectTemplate): Promise<boolean> {
  const params = { projectId }
  try {
    for (const json of labels) await call('POST /projects/:projectId/labels', { params, json })
    for (const json of attributes) await call('POST /projects/:projectId/attribute-fields', { params, json })
    return true
  } catch {
    return false
  }
}
