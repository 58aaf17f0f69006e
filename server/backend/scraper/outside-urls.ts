/** Base addresses of external services, overridden in tests. */
export interface OutsideUrls {
  obis?: string
  gbif?: string
  worms?: string
}
