import { takes } from '../../../../shared/attribute-values.ts'
import type { Annotation, AnnotationOperation, Attributes } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import type { StoredEdit } from '../../../sync/stored-edit.ts'
import { type Changes, type Edit, edited, editOf } from '../document/edits.ts'
import { annotationNoun } from '../document/noun.ts'

/** Refused edits to one annotation, oldest first. */
export interface Refusal {
  projectId: string
  annotationId: string
  /** Ids of the refused edits. */
  ids: string[]
  operations: AnnotationOperation[]
  /** Reason why the first edit was refused. The other edits build on it. */
  problem: string
  /** Time of the last edit, RFC 3339. */
  madeAt: string
}

export function refusalsOf(refused: readonly StoredEdit[]): Refusal[] {
  const refusals = new Map<string, Refusal>()
  for (const edit of refused) {
    if (edit.kind !== annotationNoun.kind) continue
    const operation = edit.body as AnnotationOperation
    const { annotationId } = operation
    const known = refusals.get(annotationId)
    const { id, project: projectId, madeAt, problem } = edit
    if (known) Object.assign(known, { madeAt, ids: [...known.ids, id], operations: [...known.operations, operation] })
    else refusals.set(annotationId, { projectId, annotationId, ids: [id], operations: [operation], problem: problem ?? '', madeAt })
  }
  return [...refusals.values()]
}

/** The part of an annotation's state that an edit can change. */
export type Version = Required<Changes> & Pick<Annotation, 'removed'>

const nobody = { accountId: '', name: '', at: '' }

/**
 * Applies refused edits to the current state of an annotation. Fields and single attributes that the edits did not change keep their
 * current values. Returns null if the annotation was never created and the edits do not create it.
 * @param there current state on the server; null if the annotation was never created
 * @param base state at the time of the first edit
 */
export function mineOf(
  operations: readonly AnnotationOperation[],
  there: Annotation | null,
  base: Pick<Version, 'attributes'> | undefined
): Annotation | null {
  const before = there ? { ...there, removed: false } : undefined
  const after = operations.reduce<Annotation | undefined>((mine, operation) => edited(mine, editOf(operation), nobody), before)
  if (!after || !there || after.attributes === there.attributes) return after ?? null
  return { ...after, attributes: withChanges(there.attributes, base?.attributes ?? {}, after.attributes) }
}

function withChanges(there: Attributes, from: Attributes, to: Attributes): Attributes {
  const all = { ...there }
  for (const name of namesIn(from, to)) {
    const value = to[name]
    if (value === from[name]) continue
    if (value === undefined) delete all[name]
    else all[name] = value
  }
  return all
}

export const namesIn = (...attributes: Attributes[]): string[] => [...new Set(attributes.flatMap(Object.keys))]

/** Returns the names of attributes whose values in my version do not fit the project's fields. Values already on the server may stay. */
export const misfitsOf = (mine: Version, there: Version | null, fields: readonly AttributeField[]): string[] =>
  fields.flatMap(field => {
    const value = mine.attributes[field.name]
    return value === undefined || value === there?.attributes[field.name] || takes(field, value) ? [] : [field.name]
  })

/** Returns a version with another label. Attribute values that do not fit are replaced by those on the server. */
export function fitted(mine: Annotation, there: Version | null, labelId: string | null, misfits: readonly string[]): Annotation {
  const stood = Object.entries(there?.attributes ?? {}).filter(([name]) => misfits.includes(name))
  const fitting = Object.entries(mine.attributes).filter(([name]) => !misfits.includes(name))
  return { ...mine, labelId, attributes: Object.fromEntries([...stood, ...fitting]) }
}

/** Returns the edits that turn the server's state of an annotation into the wanted version; none if they are equal. */
export function editsTo(wanted: Annotation, there: Version | null): Edit[] {
  const { id: annotationId, mediaId, shape, labelId, confidence, attributes, reviewState } = wanted
  if (!there) {
    const reviewed: Edit[] = reviewState === 'proposed' ? [] : [{ kind: 'revise', annotationId, reviewState }]
    return [{ kind: 'create', annotationId, mediaId, shape, labelId, confidence, attributes }, ...reviewed]
  }
  if (wanted.removed) return there.removed ? [] : [{ kind: 'remove', annotationId }]
  const changes: Changes = {
    ...(differs('shape', wanted, there) && { shape }),
    ...(differs('labelId', wanted, there) && { labelId }),
    ...(differs('confidence', wanted, there) && { confidence }),
    ...(differs('attributes', wanted, there) && { attributes }),
    ...(differs('reviewState', wanted, there) && { reviewState })
  }
  const restored: Edit[] = there.removed ? [{ kind: 'restore', annotationId }] : []
  return Object.keys(changes).length > 0 ? [...restored, { kind: 'revise', annotationId, ...changes }] : restored
}

export function differs(what: keyof Version, a: Version, b: Version): boolean {
  if (what === 'attributes') return namesIn(a.attributes, b.attributes).some(name => a.attributes[name] !== b.attributes[name])
  return a[what] !== b[what] && JSON.stringify(a[what]) !== JSON.stringify(b[what])
}
