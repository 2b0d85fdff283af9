/** Learns sequence taggers from weak labels, and tags with them. */
module io.weft {
  exports io.weft;
}
