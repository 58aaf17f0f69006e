import { Type } from 'typebox'
import { Area, boxFault, boxOf, boxWords } from './area.ts'

/** Query conditions shared by the occurrence services. The form uses their titles as labels. */
export const occurrenceQuery = Type.Object(
  {
    scientificname: Type.Optional(
      Type.String({ title: 'Taxon', description: 'Scientific name, such as Acanthuridae', minLength: 2, maxLength: 200 })
    ),
    area: Type.Optional(Area),
    startdate: Type.Optional(Type.String({ title: 'From', format: 'date' })),
    enddate: Type.Optional(Type.String({ title: 'Until', format: 'date' })),
    startdepth: Type.Optional(Type.Number({ title: 'Depth from, m', minimum: 0, maximum: 11_000 })),
    enddepth: Type.Optional(Type.Number({ title: 'Depth to, m', minimum: 0, maximum: 11_000 })),
    datasetid: Type.Optional(
      Type.String({ title: 'Dataset', description: 'Identifier of a dataset at the source', minLength: 8, maxLength: 100 })
    )
  },
  { additionalProperties: false }
)

interface OccurrenceQuery {
  scientificname?: string
  startdate?: string
  enddate?: string
  startdepth?: number
  enddepth?: number
  datasetid?: string
}

/** Describes a query in words: "Acanthuridae, between 22° S and 18° S, 176° W and 173° W, from 2016-01-01". */
export function occurrenceWords(query: Record<string, unknown>): string {
  const { scientificname, startdate, enddate, startdepth, enddepth, datasetid } = query as OccurrenceQuery
  const box = boxOf(query)
  const depths =
    startdepth !== undefined && enddepth !== undefined
      ? `${startdepth}–${enddepth} m deep`
      : startdepth !== undefined
        ? `at least ${startdepth} m deep`
        : enddepth !== undefined && `at most ${enddepth} m deep`
  return [
    scientificname ?? 'All taxa',
    box && boxWords(box),
    startdate && `from ${startdate}`,
    enddate && `until ${enddate}`,
    depths,
    datasetid && `in dataset ${datasetid}`
  ]
    .filter(Boolean)
    .join(', ')
}

export function occurrenceFault(query: Record<string, unknown>): { path: string; message: string } | null {
  const { scientificname, startdate, enddate, startdepth, enddepth, datasetid } = query as OccurrenceQuery
  if (!scientificname && !boxOf(query) && !datasetid) return { path: '/query', message: 'needs a taxon, an area or a dataset' }
  if (startdate && enddate && startdate > enddate) return { path: '/query/enddate', message: 'is before the first day' }
  if (startdepth !== undefined && enddepth !== undefined && startdepth > enddepth)
    return { path: '/query/enddepth', message: 'is less than the minimum depth' }
  return boxFault(query)
}
