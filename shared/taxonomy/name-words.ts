/*
 * Words in and around scientific names, in lower case and without the dot of an abbreviation. Sources: International Code of Zoological
 * Nomenclature; International Code of Nomenclature for algae, fungi, and plants. For open nomenclature: Sigovini et al. 2016 and Horton et
 * al. 2021. For other words in data: GBIF's name parser.
 */

const set = (words: string) => new Set(words.split(/\s+/).filter(Boolean))

/** Markers of ranks below the species, in the form that names contain. */
export const rankMarkers: ReadonlyMap<string, { mark: string; rank: string }> = new Map(
  [
    ['subsp.', 'subspecies', ['subsp', 'ssp', 'subspecies']],
    ['var.', 'variety', ['var', 'variety', 'varietas']],
    ['subvar.', 'subvariety', ['subvar']],
    ['f.', 'form', ['f', 'fo', 'forma', 'form']],
    ['subf.', 'subform', ['subf', 'subforma']]
  ].flatMap(([mark, rank, written]) => (written as string[]).map(word => [word, { mark: mark as string, rank: rank as string }] as const))
)

/** Qualifiers of doubt. The epithet after one is uncertain. */
export const doubtMarks: ReadonlyMap<string, string> = new Map([
  ['cf', 'cf.'],
  ['conf', 'cf.'],
  ['confer', 'cf.'],
  ['aff', 'aff.'],
  ['nr', 'nr.'],
  ['prox', 'prox.'],
  ['?', '?']
])

/** Words that express doubt when another epithet follows. Otherwise they are ordinary epithets: `Ophiura affinis` Lütken, 1858, is a species. */
export const relatedTo: ReadonlySet<string> = set('affinis affine')

/** Words that replace a missing name, with the written form of the qualifier. */
export const openMarks: ReadonlyMap<string, string> = new Map([
  ['sp', 'sp.'],
  ['spp', 'spp.'],
  ['msp', 'msp.'],
  ['spec', 'sp.'],
  ['species', 'sp.'],
  ['ssp', 'ssp.'],
  ['subsp', 'subsp.'],
  ['gen', 'gen.'],
  ['fam', 'fam.'],
  ['ord', 'ord.'],
  ['n', 'n.'],
  ['nov', 'nov.'],
  ['indet', 'indet.'],
  ['inc', 'inc.'],
  ['stet', 'stet.'],
  ['incertae', 'incertae'],
  ['sedis', 'sedis'],
  ['agg', 'agg.'],
  ['aggr', 'agg.'],
  ['complex', 'complex'],
  ['group', 'group'],
  ['grp', 'group'],
  ['auct', 'auct.'],
  ['auctt', 'auct.'],
  ['sensu', 'sensu'],
  ['lato', 'lato'],
  ['latu', 'lato'],
  ['stricto', 'stricto'],
  ['strictu', 'stricto'],
  ['s.l', 's.l.'],
  ['s.lat', 's.l.'],
  ['s.s', 's.s.'],
  ['s.str', 's.str.'],
  ['morphotype', 'morphotype'],
  ['morphospecies', 'morphospecies'],
  ['morph', 'morph'],
  ['otu', 'OTU']
])

/** Words before and between author names. */
export const authorWords = set(
  `& et and und y e i ex in apud al emend de den der des di da dal dalla del della delle degli do dos du el la las le les los van vande vander
  von vom zu zum zur ter ten te op af av bin ibn ben st 't hort f fil filius fils jr jun junior sr sen senior bis ii iii iv : nec non pro`
)

/** Words for the state of an animal or its remains. These words are not part of a name, except for Latin words in some genera. */
const stages = `juv juvs juvenile juveniles larva larvae larval egg eggs adult adults male males female females post postlarva postlarvae
  megalopa zoea nauplius nauplii planula planulae veliger medusa medusae polyp polyps colony colonies dead alive live living recent fossil
  shell shells empty fragment fragments tube tubes burrow burrows track tracks trail trails mound mounds damaged bleached broken partial
  spawn spawning moult moults exuvia`

/** Latin words among the free words. Zoologists, botanists and bacteriologists also use these nouns as epithets. */
export const latinWords: ReadonlySet<string> =
  set(`alga algae detritus fauna flora forma larva larvae medusa medusae megalopa nauplii nauplius planula
  planulae  terete varietas veliger zoea`)

/**
 * Species that are recognised without author, rank or identifier, because the second word is always an epithet in these genera. `Aurelia
 * medusa`, in contrast, is the medusa of an Aurelia.
 * Sources: WoRMS, which has Loimia medusa (Savigny, 1822) as an annelid; LPSN, Shewanella algae Simidu et al. 1990.
 */
export const surelySpecies = new Set(['Loimia medusa', 'Shewanella algae'])

const shapes = `arborescent barrel bladed bottlebrush branched branching bush bushy bulbous calcareous carpet clumped clumping columnar conical
  corky corticated coralline corymbose creeping crust crusting crustose cup cushion digitate elongate encrusting erect fan fans feathery filamentous finger
  fingers flabellate fleshy foliose foliaceous fluffy flat free frilly funnel gelatinous giant globular globose hairy hard hemispherical
  hispid irregular jointed knobbly laminar large leafy leathery lobate lobed long lumpy massive mat mats membranous meandering microbial
  mushroom naked papillate papillose pedunculate plating plate platy prostrate ridged ring robust rod round rope sessile sheet sheeting
  simple slimy small soft solitary spherical spiky spiny spongy sponge-like squat stalk stalked stem stick stoloniferous submassive tabular tabulate
  tall terete thick thin tiny tree tuberous tubular tuft tufted tunicate-like turf twisted unbranched upright vase whip whips wide wiry wispy`

const colours = `beige black blue bluish bright brown brownish buff clear coloured colored colorful colourful cream creamy crimson dark drab gold golden gray grayish
  green greenish grey greyish indigo khaki lavender light lilac mauve orange pale peach pink pinkish purple purplish red reddish rose rusty salmon
  scarlet silver spotted striped tan transparent translucent turquoise violet white whitish yellow yellowish`

const grounds = `algal artefact artifact ash asphalt basalt bare barren bedrock bottom boulder boulders cable camera canyon clay cobble cobbles concrete crevice
  debris detritus dune epilithic fish-net fishing frame garbage glass granule gravel ground hardground hole holes laser litter lost marker marl
  metal mud muddy net nodule nodules pavement pebble pebbles pipe plastic quadrat reef ripple ripples rock rocks rocky rope rubbish rubble sand sandy
  sediment sediments shadow shale silt silty slab slope stone stones substrate substratum tape trash transect unscorable wall water
  waves weights wood wreck`

const animals = `algae alga anemone anemones animal animals annelid annelids anthozoan anthozoans amphipod amphipods arrow arthropod asteroid
  ascidian ascidians bacterial barnacle barnacles basket bird biofilm bivalve bivalves brachiopod brachiopods brittle
  bryozoan bryozoans cephalopod cephalopods chitons clam clams cnidarian cod copepod copepods coral corallimorph corals crab crabs
  crayfish crinoid crinoids crustacean crustaceans cucumber cucumbers decapod decapods dolphin echinoderm echinoderms
  echinoid echinoids eel eels epifauna fauna feather fish fishes flatfish flora flounder gastropod gastropods goby gorgonian gorgonians grass
  grasses gurnard haddock hermit holothurian holothurians hydrocoral hydroid hydroids hydrozoan infauna invertebrate invertebrates isopod
  isopods jelly jellyfish kelp limpet limpets lobster lobsters macroalgae macroalga macrophyte mammal microalgae mollusc molluscs
  mollusk mussel mussels mysid mysids nematode nemertean nudibranch nudibranchs octocoral octocorals octopod ophiuroid ophiuroids
  organism organisms oyster oysters pen pens plant plants polychaete polychaetes prawn prawns pycnogonid ray rays rockfish rhodolith
  rhodoliths salp salps scallop scallops sea seagrass seal seapen seaweed seaweeds shark sharks shrimp shrimps siphonophore skate skates
  slug slugs snail snails snake sole sponge sponges squid squids star stars starfish stony tubeworm tunicate tunicates turtle urchin urchins
  vertebrate weed whale whelk worm worms xenophyophore zoanthid zoanthids zooplankton`

const plain = `a about all ambiguous an and any are as at background benthic blurred blurry both but by cannot can candidate class code cover crop
  deep doubtful except false family few first for form from genus has have id in inside into is it item kind label like looks lots many mark maybe mixed more
  morphology most n/a na new next nil no non none not nothing object of old oder on one only or order other ou eller others out over patch perhaps phylum possible
  possibly probable probably question quite second see seen similar some something tbd test that the their them then there these thing this
  those to too two type unclear under undefined undetermined unidentifiable unidentified unid unk unknown unnamed unresolved unspecified
  division section series subclass subfamily subgenus subkingdom suborder subphylum subtribe superclass superfamily superorder infraclass infraorder kingdom tribe
  unsure uncertain various very was were what which with without yes`

/** English words for stages, states and remains, which are never epithets. */
export const stageWords: ReadonlySet<string> = set(stages)

/** Words that labels contain next to names, or instead of them. */
export const freeWords: ReadonlySet<string> = set([stages, shapes, colours, grounds, animals, plain].join(' '))

/** Taxa above genus rank whose names lack the ending of their rank. No epithet follows these names. */
export const highTaxa =
  set(`actiniaria actinopterygii alcyonacea alcyonaria amphipoda animalia annelida anomura anthozoa anthoathecata antipatharia
  appendicularia arthropoda ascidiacea asteroidea bacillariophyceae bacteria biota bivalvia brachiopoda brachyura bryozoa calcarea caridea caudofoveata
  cephalopoda ceriantharia chaetognatha cheilostomatida cheilostomata chelicerata chondrichthyes chordata chromista ciliophora cirripedia cladocera cnidaria comatulida copepoda
  corallimorpharia crinoidea crustacea ctenophora cubozoa cumacea cyanobacteria cyclostomatida decapoda demospongiae dendroceratida echinodermata
  echinoidea echiura elasmobranchii elasipodida entoprocta errantia euphausiacea foraminifera fungi gastropoda gnathostomata gymnolaemata hemichordata
  hexacorallia hexactinellida holothuroidea homoscleromorpha hydrozoa hydroidolina insecta invertebrata isopoda leptothecata malacalcyonacea malacostraca mammalia maxillopoda medusozoa monera mollusca
  mysida mysidacea myxini natantia nematoda nemertea nudibranchia octocorallia octopoda oligochaeta ophiuroidea opisthobranchia osteichthyes ostracoda
  pantopoda pennatulacea phoronida pisces plantae platyhelminthes polychaeta polyplacophora porifera prosobranchia protista protozoa pycnogonida
  pyrosomatida rhizostomeae rotifera salpida scaphopoda scleractinia scleralcyonacea scyphozoa sedentaria semaeostomeae sepiida sessilia siphonophorae sipuncula solenogastres staurozoa
  stolonifera stomatopoda stylasterina tanaidacea teleostei teuthida thaliacea thecostraca tunicata turbellaria urochordata vertebrata xenacoelomorpha zoantharia zoanthidea`)

/** Endings of names at family rank and above, with their rank if the ending determines it. */
export const rankEndings: readonly (readonly [ending: string, rank: string | null])[] = [
  ['idae', 'family'],
  ['aceae', 'family'],
  ['inae', 'subfamily'],
  ['oideae', 'subfamily'],
  ['oidea', null],
  ['iformes', 'order'],
  ['ales', 'order'],
  ['phyceae', 'class'],
  ['opsida', 'class'],
  ['phyta', 'phylum'],
  ['mycota', 'phylum'],
  ['viridae', 'family']
]
