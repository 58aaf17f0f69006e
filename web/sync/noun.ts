/** An object of a document, with its id, its revision, and whether it was removed. */
export interface Thing {
  id: string
  revision: number
  removed: boolean
}

/** The account and the time of an edit. */
export interface Hand {
  accountId: string
  name: string
  /** RFC 3339. */
  at: string
}

/** How things of one kind are edited: pure rules, by which the page foresees what the server will do. */
export interface Noun<T extends Thing, Edit, Operation extends { id: string }> {
  /** The name of its sender. */
  kind: string
  /** Where a thing is seen: the id of an image, an entry, a map. */
  subjectOf(thing: T): string
  /** Of the thing that an edit changes. */
  thingOf(edit: Edit): string
  /** Whether the edit makes the thing. */
  isNew(edit: Edit): boolean
  /** The thing after an edit; undefined when the edit does not fit to it. */
  edited(before: T | undefined, edit: Edit, hand: Hand): T | undefined
  /** The edit that undoes `edit`, from the object before it. */
  inverseOf(before: T | undefined, edit: Edit): Edit
  /** The same edit made again after it was undone. */
  repeated(edit: Edit): Edit
  /** How the server hears of an edit. @param revision the one it was made on */
  operationOf(id: string, edit: Edit, revision: number): Operation
  editOf(operation: Operation): Edit
  /** The revision that an operation was made on; 0 when it makes the thing. */
  madeOn(operation: Operation): number
  /** The server's newest version, with the parts of the known one that are still the same objects. */
  renewed(newest: T, known: T | undefined): T
}
