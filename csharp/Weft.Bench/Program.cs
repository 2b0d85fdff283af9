return Weft.Bench.Decoding.Run(args);
