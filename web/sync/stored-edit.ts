/** Edit that waits for the server. */
export interface StoredEdit {
  /** Id of the edit, so that the server carries it out once even if it is sent twice. */
  id: string
  /** Noun of the edit, by which its sender is found. */
  kind: string
  project: string
  /** Subject that shows it: an image, an entry, a map. Empty when version 0.1.0 did not store it. */
  subject: string
  /** Id of the object. An edit on top of a refused one is not sent. */
  thing: string
  /** Time of the edit, RFC 3339. */
  madeAt: string
  /** Body of the request. */
  body: object
  /** Reason why the server refused the edit; null while the edit waits. */
  problem: string | null
}

export type NewEdit = Omit<StoredEdit, 'madeAt' | 'problem'>

/** Outcome of one edit. `problem` is a sentence when it was refused. */
export interface EditResult {
  id: string
  problem: string | null
  /** Server's version of the object, for its document; null when the server returned none. */
  answer: unknown
}

export type SettledEdit = EditResult & Pick<StoredEdit, 'subject'>

/**
 * Sends edits of one project, in order.
 * @throws ApiError when all of them failed
 */
export type Sender = (project: string, bodies: object[]) => Promise<EditResult[]>
