/** Object of a document, with its id, its revision, and whether it was removed. */
export interface Entity {
  id: string
  revision: number
  removed: boolean
}

/** Author and time of an edit. */
export interface Hand {
  accountId: string
  name: string
  /** Time of the edit, RFC 3339. */
  at: string
}

/**
 * Returns the part of an undo or redo that does not replace newer values set by others.
 * Returns the same edit when there are no newer values, and null when nothing is left.
 * @param now current state of the object
 * @param reverted edit that `edit` reverts
 */
export type Comparison<T, Edit> = (now: T | undefined, edit: Edit, reverted: Edit) => Edit | null

/** Rules for edits of one kind of object, as pure functions that predict the result on the server. */
export interface Noun<T extends Entity, Edit, Operation extends { id: string }> {
  /** Name of the kind. It selects the sender. */
  kind: string
  /** Id of the subject that shows an object, such as an image, an entry or a map. */
  subjectOf(thing: T): string
  /** Id of the object that an edit changes. */
  entityOf(edit: Edit): string
  /** True when the edit creates the object. */
  isNew(edit: Edit): boolean
  /** True when the edit contains its whole object, so that it applies without the server's version. Absent when no edit does. */
  isWhole?(edit: Edit): boolean
  /** Object after an edit; undefined if the edit does not apply to it. */
  edited(before: T | undefined, edit: Edit, hand: Hand): T | undefined
  /** Edit that undoes `edit`, computed from the object before the edit. */
  inverseOf(before: T | undefined, edit: Edit): Edit
  /** Edit that redoes `edit` after it was undone. */
  repeated(edit: Edit): Edit
  /** Request body of an edit. @param revision revision on which the edit is based */
  operationOf(id: string, edit: Edit, revision: number): Operation
  editOf(operation: Operation): Edit
  /** Revision on which an operation is based; 0 when it creates the object. */
  madeOn(operation: Operation): number
  /** Newest version from the server. Unchanged parts keep their object identity. */
  renewed(newest: T, known: T | undefined): T
}
