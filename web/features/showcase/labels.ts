/**
 * Labels of the demo. AphiaIDs are those of the World Register of Marine Species.
 * `slot` is the data colour (1–8) and `key` the number key that chooses the label.
 */
export const labels = [
  { id: 'brittle-star', name: 'Brittle star', scientificName: 'Ophiuroidea', rank: 'class', aphiaId: 123084, slot: 2, glyph: '■' },
  { id: 'sea-cucumber', name: 'Sea cucumber', scientificName: 'Holothuroidea', rank: 'class', aphiaId: 123083, slot: 4, glyph: '◆' },
  { id: 'sea-urchin', name: 'Sea urchin', scientificName: 'Echinoidea', rank: 'class', aphiaId: 123082, slot: 8, glyph: '⬟' },
  { id: 'sea-star', name: 'Sea star', scientificName: 'Asteroidea', rank: 'class', aphiaId: 123080, slot: 7, glyph: '★' },
  { id: 'sea-lily', name: 'Sea lily', scientificName: 'Crinoidea', rank: 'class', aphiaId: 123081, slot: 5, glyph: '▼' },
  { id: 'anemone', name: 'Anemone', scientificName: 'Actiniaria', rank: 'order', aphiaId: 1360, slot: 3, glyph: '▲' },
  { id: 'sponge', name: 'Sponge', scientificName: 'Porifera', rank: 'phylum', aphiaId: 558, slot: 1, glyph: '●' }
] as const

export type Label = (typeof labels)[number]
export type LabelId = Label['id']

export const labelOf = (id: LabelId): Label => labels.find(label => label.id === id) ?? labels[0]
