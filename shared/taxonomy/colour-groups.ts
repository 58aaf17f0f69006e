interface Node {
  id: string
  parentId: string | null
}

/** As many as the data palette has colours. */
const mostGroups = 8
/** With fewer, a branch is divided even when that makes more groups than colours. */
const fewestGroups = 3

/**
 * Divides a tree into groups that are worth a colour of their own: begins with the roots, and takes the children of the largest branch in
 * its place for as long as that gives no more than eight. So phyla differ where all is under one kingdom.
 * @param labels in the order in which groups are numbered
 * @returns for each label the number of its group, from 0; a label above several groups has that of the first of them
 */
export function colourGroups(labels: readonly Node[]): ReadonlyMap<string, number> {
  const ids = new Set(labels.map(({ id }) => id))
  const under = Map.groupBy(labels, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null))
  const childrenOf = (id: string | null) => under.get(id) ?? []
  const inOrder = fromTheTop(childrenOf)
  const sizes = new Map<string, number>()
  for (const { id } of inOrder.toReversed())
    sizes.set(
      id,
      childrenOf(id).reduce((sum, child) => sum + (sizes.get(child.id) ?? 0), 1)
    )

  let groups = childrenOf(null)
  for (;;) {
    const divisible = groups.filter(({ id }) => childrenOf(id).length > 0)
    if (divisible.length === 0) break
    const largest = divisible.reduce((a, b) => ((sizes.get(b.id) ?? 0) > (sizes.get(a.id) ?? 0) ? b : a))
    const divided = groups.flatMap(group => (group === largest ? childrenOf(group.id) : [group]))
    if (divided.length > mostGroups && groups.length >= fewestGroups) break
    groups = divided
  }

  const numbers = new Map(groups.map(({ id }, index) => [id, index]))
  for (const { id, parentId } of inOrder) {
    const above = parentId === null ? undefined : numbers.get(parentId)
    if (!numbers.has(id) && above !== undefined) numbers.set(id, above)
  }
  for (const { id } of inOrder.toReversed()) if (!numbers.has(id)) numbers.set(id, numbers.get(childrenOf(id)[0]?.id ?? '') ?? 0)
  return numbers
}

/** Every label after the one above it. Without recursion: a tree may be deep. */
function fromTheTop(childrenOf: (id: string | null) => readonly Node[]): Node[] {
  const found = [...childrenOf(null)]
  for (let at = 0; at < found.length; at++) for (const child of childrenOf((found[at] as Node).id)) found.push(child)
  return found
}
