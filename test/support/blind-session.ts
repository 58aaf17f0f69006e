import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { AnnotationSession } from '../../shared/contracts/annotation-sessions.ts'
import type { AnnotationOperation } from '../../shared/contracts/annotations.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import { annotatingProject } from './annotating.ts'
import type { BackendOptions, Person } from './backend.ts'

export const boxAt = (x: number): Shape => ({ kind: 'box', x, y: 20, width: 30, height: 40 })

export const hourMs = 3_600_000

/** Time in UTC that is this many milliseconds from now. */
export const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** A project of an owner with two editors, bo and cy, who may work blind. */
export async function blindScene(t: Test, options: BackendOptions & { images?: number } = {}) {
  const base = await annotatingProject(t, options)
  const { owner, project, signUp, mediaIds, edit, creation } = base
  const [bo, cy] = [await signUp('bo@lab.example'), await signUp('cy@lab.example')]
  for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
  const url = `/projects/${project.id}/annotation-sessions`
  const draft = {
    name: 'First round',
    startsAt: inMs(-1000),
    endsAt: inMs(hourMs),
    memberIds: [bo.id, cy.id],
    images: { kind: 'all' }
  }

  /** Begins a session over all images immediately. */
  async function begin(change: object = {}): Promise<AnnotationSession> {
    const answer = await owner.post(url, { ...draft, ...change })
    if (answer.statusCode !== 201) throw new Error(`no session was created: ${answer.body}`)
    return answer.json()
  }

  /** Adds an annotation. @returns its id */
  async function mark(by: Person, shape: Shape | null, labelId: string | null, mediaId = mediaIds[0] ?? ''): Promise<string> {
    const made = creation({ shape, labelId, mediaId })
    await edit([made], by)
    return made.annotationId
  }

  const revise = (by: Person, annotationId: string, revision: number, change: object) =>
    edit([{ id: newId(), kind: 'revise', annotationId, revision, ...change } as AnnotationOperation], by)

  return { ...base, bo, cy, url, draft, begin, mark, revise }
}
