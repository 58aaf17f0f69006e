import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { AnnotationOperation, OperationResult } from '../../shared/contracts/annotations.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import type { Label } from '../../shared/contracts/taxonomy.ts'
import { type BackendOptions, type Person, testBackend } from './backend.ts'
import { insertMediaRows } from './media-rows.ts'

export const box: Shape = { kind: 'box', x: 10, y: 20, width: 30, height: 40 }

/** Creates a project with images and a small catalog, and the calls that tests of annotations make. */
export async function annotatingProject(t: Test, options: BackendOptions & { images?: number } = {}) {
  const { images = 2, ...backendOptions } = options
  const backend = await testBackend(t, backendOptions)
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const mediaIds = await insertMediaRows(backend.storage.db, { projectId: project.id, accountId: owner.id, count: images })

  async function addLabel(name: string, parentId: string | null = null, by: Person = owner): Promise<Label> {
    const answer = await by.post(`/projects/${project.id}/labels`, { name, parentId })
    if (answer.statusCode !== 201) throw new Error(`no label was created: ${answer.body}`)
    return answer.json()
  }

  /** Sends edits as the page does. @throws when the call is refused */
  async function edit(operations: AnnotationOperation[], by: Person = owner): Promise<OperationResult[]> {
    const answer = await by.post(`/projects/${project.id}/annotations/operations`, { operations })
    if (answer.statusCode !== 200) throw new Error(`the edits were refused: ${answer.body}`)
    return answer.json().results
  }

  const creation = (change: Partial<Extract<AnnotationOperation, { kind: 'create' }>> = {}): AnnotationOperation => ({
    id: newId(),
    kind: 'create',
    annotationId: newId(),
    mediaId: mediaIds[0] ?? '',
    shape: box,
    labelId: null,
    ...change
  })

  return { ...backend, owner, project, mediaIds, addLabel, edit, creation }
}
