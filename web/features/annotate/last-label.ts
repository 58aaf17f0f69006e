const keyOf = (accountId: string, projectId: string) => `isobath.lastLabel.${accountId}.${projectId}`

/** The label that a person chose last in a project, kept in this browser. */
export function readLastLabel(accountId: string, projectId: string): string | null {
  try {
    return localStorage.getItem(keyOf(accountId, projectId))
  } catch {
    return null
  }
}

export function keepLastLabel(accountId: string, projectId: string, labelId: string): void {
  try {
    localStorage.setItem(keyOf(accountId, projectId), labelId)
  } catch {
    // without storage the label lasts as long as the page
  }
}
