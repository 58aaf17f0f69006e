/** Values for the citation of a dataset. Null if the publisher does not provide a value. */
export interface CitedFacts {
  title: string | null
  citation: string | null
  licence: string | null
  url: string | null
  accessedAt: string
}

/**
 * Citation of a dataset: the one that its publisher provides, otherwise its title and URL. The access date and the licence are added unless
 * the citation contains them.
 */
export function citationOf({ title, citation, licence, url, accessedAt }: CitedFacts): string {
  const text = citation ?? [title ?? 'Untitled dataset', url].filter(Boolean).join('. ')
  const day = accessedAt.slice(0, 10)
  const parts = [text.replace(/[.\s]+$/, ''), !text.includes(day) && `Accessed ${day}`, licence && !text.includes(licence) && licence]
  return `${parts.filter(Boolean).join('. ')}.`
}

/** BibTeX entries for datasets. The whole citation is in the `note` field, because publishers provide no structured fields. */
export function bibtexOf(datasets: readonly CitedFacts[]): string {
  return datasets
    .map((dataset, place) => {
      const { title, url, accessedAt } = dataset
      const fields = [
        `  title = {${escaped(title ?? 'Untitled dataset')}}`,
        `  note = {${escaped(citationOf(dataset))}}`,
        url && `  url = {${url.replace(/[{}\\]/g, '')}}`,
        `  urldate = {${accessedAt.slice(0, 10)}}`
      ]
      return `@misc{dataset${place + 1},\n${fields.filter(Boolean).join(',\n')}\n}`
    })
    .join('\n\n')
}

const escaped = (text: string) => text.replace(/\\/g, '\\textbackslash ').replace(/([{}&%$#_])/g, '\\$1')
