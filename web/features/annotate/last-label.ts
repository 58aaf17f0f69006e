const keyOf = (accountId: string, projectId: string) => `isobath.lastLabel.${accountId}.${projectId}`

/** Reads the label that a person last chose in a project, stored in this browser. */
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
    // without storage, the choice lasts until the page is closed
  }
}
