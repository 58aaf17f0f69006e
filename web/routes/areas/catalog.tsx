import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Names',
    text: 'Accepted names and synonyms, matched against an offline extract of the World Register of Marine Species.'
  },
  {
    name: 'Records',
    text: 'Counts, depth range, first and last sighting of each taxon.'
  },
  {
    name: 'Exchange',
    text: 'Import and export as CSV and Darwin Core, the form that OBIS and GBIF accept.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="Species Catalog"
      purpose="Every taxon of this project, with its name, rank and where it was seen."
      parts={parts}
      meanwhile="Until then, the Overview shows what has been uploaded."
    />
  )
}
