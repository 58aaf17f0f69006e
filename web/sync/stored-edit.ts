/** Edit in the outbox, waiting or refused. */
export interface StoredEdit {
  /** Id of the edit, so that the server applies it only once even if it is sent twice. */
  id: string
  /** Noun of the edit. It selects the sender. */
  kind: string
  project: string
  /** Subject that shows the object, such as an image, an entry or a map. Empty for edits that version 0.1.0 stored without a subject. */
  subject: string
  /** Id of the object. After a refused edit, later edits to the same object are not sent. */
  thing: string
  /** Time of the edit, RFC 3339. */
  madeAt: string
  /** Body of the request. */
  body: object
  /** Reason why the server refused the edit; null while the edit waits. */
  problem: string | null
}

export type NewEdit = Omit<StoredEdit, 'madeAt' | 'problem'>

/** Outcome of one edit. `problem` is a message to show if the edit was refused. */
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
