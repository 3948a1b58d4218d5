/** The path of a socket, which daemons and their tools also write as a URL. */
export const socketPath = (socket: string): string => socket.replace(/^unix:(\/\/)?(?=\/)/, '')
