/**
 * Spellings under which a call may state a taxon. A name has one spelling. An AphiaID may be a number, `AphiaID:` with a number, or the LSID of the
 * World Register of Marine Species.
 */
export function statedTaxa(taxon: string): string[] {
  const [, aphiaId] = /^(?:aphiaid\s*:?\s*|urn:lsid:marinespecies\.org:taxname:)?0*(\d{1,10})$/i.exec(taxon.trim()) ?? []
  if (!aphiaId) return [taxon.trim()]
  return [aphiaId, `AphiaID:${aphiaId}`, `AphiaID: ${aphiaId}`, `AphiaID ${aphiaId}`, `urn:lsid:marinespecies.org:taxname:${aphiaId}`]
}
