/** An edit that waits until the server has it. */
export interface StoredEdit {
  /** Of the edit itself, so that sending it twice does it once. */
  id: string
  /** The noun, by which its sender is found. */
  kind: string
  project: string
  /** On what it is seen: an image, an entry, a map. Empty when version 0.1.0 did not write it down. */
  subject: string
  /** Id of the object. An edit made on top of one that was not done is not sent. */
  thing: string
  /** RFC 3339. */
  madeAt: string
  /** The body of the request. */
  body: object
  /** Why the server would not do it; null while it waits. */
  problem: string | null
}

export type NewEdit = Omit<StoredEdit, 'madeAt' | 'problem'>

/** The outcome of one edit. `problem` is a sentence when it was not done. */
export interface EditResult {
  id: string
  problem: string | null
  /** The server's own answer, for the document that shows the thing; null when it said nothing of it. */
  answer: unknown
}

export type SettledEdit = EditResult & Pick<StoredEdit, 'subject'>

/**
 * Sends edits of one project, in order.
 * @throws ApiError when none of them was done
 */
export type Sender = (project: string, bodies: object[]) => Promise<EditResult[]>
