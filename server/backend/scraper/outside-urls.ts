/** Alternative addresses of services, for tests. */
export interface OutsideUrls {
  obis?: string
  gbif?: string
  worms?: string
}
