const folder = process.env.NODE_COMPILE_CACHE

/** Setting of a process that shares the compiled code of this run. Without it, each server would compile a thousand files into its data folder. */
export const compileCache = folder ? { NODE_COMPILE_CACHE: folder } : {}
